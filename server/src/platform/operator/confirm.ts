/** Asks on the terminal, where 'no' is the default; undefined where there is none. */
export async function confirmOnTerminal(text: string, message: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  process.stderr.write(`${text}\n`)
  const { confirm, isCancel } = await import('@clack/prompts')
  const agreed = await confirm({ message, initialValue: false, output: process.stderr })
  return !isCancel(agreed) && agreed
}
