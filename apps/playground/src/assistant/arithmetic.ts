/**
 * The value of an expression of numbers, `+ - * / ^` and brackets; `undefined` for what is none.
 * Division by zero gives an infinity or `NaN`.
 */
export function evaluate(expression: string): number | undefined {
  const tokens = expression.match(/\d+(?:\.\d+)?|\.\d+|[-+*/^()]|\S/g) ?? [];
  let at = 0;

  /** Left-associative chains of operators of one rank. */
  function chain(operators: string, operand: () => number): number {
    let value = operand();
    for (let sign = tokens[at]; sign && operators.includes(sign); sign = tokens[at]) {
      at += 1;
      value = apply(sign, value, operand());
    }
    return value;
  }
  const sum = (): number => chain('+-', product);
  const product = (): number => chain('*/', signed);

  function signed(): number {
    if (tokens[at] !== '-') return power();
    at += 1;
    return -signed();
  }

  /** Binds to the right: 2^3^2 is 2^9. */
  function power(): number {
    const base = atom();
    if (tokens[at] !== '^') return base;
    at += 1;
    return base ** signed();
  }

  function atom(): number {
    const token = tokens[at++];
    if (token !== '(') return token === undefined ? fault() : number(token);
    const value = sum();
    return tokens[at++] === ')' ? value : fault();
  }

  try {
    const value = sum();
    return at === tokens.length ? value : undefined;
  } catch (error) {
    if (error instanceof NotAnExpression) return undefined;
    throw error;
  }
}

class NotAnExpression extends Error {}

function fault(): never {
  throw new NotAnExpression();
}

function number(token: string): number {
  return /^[\d.]+$/.test(token) ? Number(token) : fault();
}

function apply(sign: string, left: number, right: number): number {
  switch (sign) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      return left / right;
  }
}
