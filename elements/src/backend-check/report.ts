import type { BackendCheck, CheckedCall } from './backend-check.ts'

/** The result of a run, as `--json` prints it. */
export interface BackendReport {
  readonly api: string
  /** The person's right, such as `admin`. */
  readonly right: string
  readonly holds: boolean
  readonly calls: readonly (CheckedCall & { readonly holds: boolean })[]
  /** Sentences about data that the run has left changed; empty where it only read. */
  readonly changed: readonly string[]
}

export function reportOf({ api, profile, calls }: BackendCheck, changed: readonly string[] = []): BackendReport {
  const judged = calls.map((one) => ({ ...one, holds: one.findings.every(({ level }) => level === 'warning') }))
  return { api, right: profile.right, holds: judged.every(({ holds }) => holds), calls: judged, changed }
}

/** Writes a report for a terminal. */
export function reportText({ api, right, holds, calls, changed }: BackendReport): string {
  const lines = calls.flatMap(({ call, findings, notAsked }) => {
    if (notAsked !== null) return [`  –      ${call}: not asked, ${notAsked}`]
    if (findings.length === 0) return [`  holds  ${call}`]
    return findings.flatMap(({ level, member, seen, shows, remedy }) => [
      `  ${level === 'fault' ? 'FAULT' : 'note '}  ${call}: ${member}`,
      `           seen:   ${seen}`,
      `           shows:  ${shows}`,
      `           change: ${remedy}`
    ])
  })
  const faults = calls.flatMap(({ findings }) => findings).filter(({ level }) => level === 'fault').length
  const end = holds ? 'Every call that was made holds.' : `${faults} ${faults === 1 ? 'fault' : 'faults'}.`
  return [`${api}, right ${right}`, ...lines, ...changed.map((one) => `  left   ${one}`), end, ''].join('\n')
}
