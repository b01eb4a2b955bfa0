/**
 * Names a value of the backend that is none of the `known` ones, once in the console and in the result of `check()`. The
 * code for it is loaded when the first such value comes.
 */
export function warnOfUnknownValue(kind: string, value: unknown, known: readonly unknown[]): void {
  if ((value ?? '') === '' || known.includes(value)) return
  import('./unknown-values.ts').then(({ warnOnce }) => warnOnce(kind, value, known)).catch(() => undefined)
}
