/** How alike two directions are: 1 for the same. */
export function cosine(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let [product, leftSquares, rightSquares] = [0, 0, 0];
  for (let at = 0; at < left.length; at += 1) {
    const [a, b] = [left[at] ?? Number.NaN, right[at] ?? Number.NaN];
    product += a * b;
    leftSquares += a * a;
    rightSquares += b * b;
  }
  return product / Math.sqrt(leftSquares * rightSquares);
}
