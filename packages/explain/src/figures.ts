/** `18,402`: a figure without what stands behind the point. */
export function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en-US');
}

/** `1 message`, `14 messages` */
export function counted(figure: number, noun: string): string {
  return `${whole(figure)} ${noun}${figure === 1 ? '' : 's'}`;
}
