import { randomUUID } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { companyOption, endOnSignal } from '../../platform/operator/arguments.ts'
import { defineCommand, type Terminal } from '../../platform/operator/command.ts'
import type { ImportProgress } from '../../records/importing/import.ts'
import type { LoadedMap } from '../map/load-map.ts'
import { findNames, findUnended } from './folder/read-folder.ts'
import { readSet } from './folder/read-set.ts'
import type { Imported } from './import-folder.ts'
import { type AskedImport, isWhole, stoppedOf, textOf } from './import-report.ts'
import { halfOf, type ProgressForm, showProgress } from './show-progress.ts'
import { type WantedImport, wantedImport } from './wanted-import.ts'

interface ImportOptions extends Partial<Pick<WantedImport, 'providerId' | 'mode' | 'prefix' | 'maxRemoved'>> {
  readonly dryRun?: true
  readonly run?: string
  readonly map?: string
  readonly progress?: ProgressForm
}

/** Done, but not every row was taken. */
const rowsRefused = 3

/** A server on the same machine has precedence over this process. */
export const lowerPriority = (): void => setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

function readShare(text: string): number {
  const share = Number(/^(\d{1,3}(?:\.\d+)?) ?%?$/.exec(text)?.[1] ?? Number.NaN)
  if (!(share <= 100)) throw new InvalidArgumentError('It must be a number of per cent, from 0 to 100.')
  return share / 100
}

function readRunId(text: string): string {
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text))
    throw new InvalidArgumentError('It is no number of an import.')
  return text
}

/**
 * Requests an import, of foreign files after a map has read them. The map runs only in this process, which the operator
 * has started, never in a server.
 */
export async function askImport(
  { ask }: Pick<Terminal<WantedImport, Imported>, 'ask'>,
  wanted: WantedImport,
  map: LoadedMap | undefined,
  { form, signal }: { readonly form: ProgressForm; readonly signal: AbortSignal }
): Promise<AskedImport> {
  const { onProgress, end } = await showProgress(form)
  const asked = (input: WantedImport, report = onProgress) => ask(input, { onProgress: report, signal })
  try {
    const { folder, names } = await findNames(wanted.path)
    // Documents' files may come without rows, to replace stored files.
    const imported =
      map && names.length > 0
        ? await askMapped(asked, wanted, { map, folder, names }, { report: onProgress, signal })
        : { ...(await asked(wanted)), sources: [] }
    const { sources, files } = imported
    const read = map ? sources.map(({ file }) => join(folder, file)) : files.map(({ file }) => file)
    return { ...imported, unended: await findUnended(read) }
  } finally {
    end()
  }
}

async function askMapped(
  ask: (input: WantedImport, report?: (progress: object) => void) => Promise<Imported>,
  wanted: WantedImport,
  { map, folder, names }: { readonly map: LoadedMap; readonly folder: string; readonly names: readonly string[] },
  { report, signal }: { readonly report: (progress: object) => void; readonly signal: AbortSignal }
): Promise<Omit<AskedImport, 'unended'>> {
  const { readForeign, withheldBy } = await import('../map/read-foreign.ts')
  const reportHalf = (pass: 0 | 1) => (now: object) => report(halfOf(pass, now as ImportProgress))
  const following = { report: reportHalf(0), signal }
  const { mapped, sources, notTaken } = await readForeign(map, folder, names, following)
  try {
    const withheld = wanted.mode === 'replace' ? { withheld: withheldBy(map, sources) } : {}
    const of = { folder: mapped.path, hash: map.hash }
    return { ...(await ask({ ...wanted, ...withheld, mapped: of }, reportHalf(1))), sources, notTaken }
  } finally {
    await mapped.remove()
  }
}

export const progressOption = new Option(
  '--progress <form>',
  'json: a line each second on stderr; otherwise a bar, or a line every 30 seconds where there is no terminal'
).choices(['json'])

/** The provider's data, from its files. */
export const importCommand = defineCommand({
  configure: (parser) =>
    void parser
      .argument('<path>', 'a folder, or a file such as contacts.csv')
      .addOption(
        new Option(
          '--mode <mode>',
          'replace: the files are full sets, and what they lack is removed (default: what set.json in the folder says, or upsert)'
        ).choices(['upsert', 'replace'])
      )
      .option('--prefix <text>', 'of full sets: only rows whose external key begins so are removed')
      .option(
        '--max-removed <percent>',
        'how much of each resource a full set may remove, and of the logins an import may end or lower (default: 5)',
        readShare
      )
      .option('--map <module>', 'read foreign files as this TypeScript module says (docs/PROVIDER.md describes it)')
      .option('--dry-run', 'do everything but store it')
      .option('--run <id>', 'go on with an import that broke off', readRunId)
      .addOption(progressOption)
      .addOption(companyOption)
      .addHelpText(
        'after',
        `\nExit code ${rowsRefused}: done, but rows or fields were refused; they are in a file beside.`
      ),
  name: 'import',
  input: wantedImport,
  run: async (db, wanted, context) => (await import('./import-folder.ts')).importFolder(db, wanted, context),
  afterOutage: ({ dryRun, runId }) =>
    dryRun
      ? 'Nothing was written: run the command again.'
      : `What is stored stays; the same command with --run ${runId} goes on behind it.`,
  async act({ ask, print }, path: string, options: ImportOptions) {
    lowerPriority()
    const { run: runId = randomUUID(), dryRun = false, map: mapPath, progress, mode, prefix, ...given } = options
    const set = await readSet(path, { ...(mode && { mode }), ...(prefix !== undefined && { prefix }) })
    const map = mapPath === undefined ? undefined : await (await import('../map/load-map.ts')).loadMap(mapPath)
    if (!dryRun) process.stderr.write(`Import ${runId}. If it breaks off: the same command with --run ${runId}\n`)
    const input = { ...given, ...set, path: resolve(path), dryRun, runId }
    const imported = await askImport({ ask }, input, map, { form: progress, signal: endOnSignal() })
    const text = textOf(imported)
    print(dryRun ? `${text}Nothing was written: this was a dry run.` : text, { runId, ...imported })
    if (stoppedOf(imported) !== '') process.exitCode = 1
    else if (!isWhole(imported)) process.exitCode = rowsRefused
  }
})

export const importCommands = [importCommand]
