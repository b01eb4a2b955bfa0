import type { Command } from 'commander'

/** Prints a command's answer: text for people or, with --json, one line of JSON. */
export function print(command: Command, text: string, json: unknown): void {
  const { json: asJson } = command.optsWithGlobals<{ json?: true }>()
  process.stdout.write(`${asJson ? JSON.stringify(json) : text.trimEnd()}\n`)
}
