import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../../scripts/lib/run.ts'

/** A release, as CHANGELOG.md names it. */
interface Release {
  readonly version: string
  readonly commit: string
}

export function lastRelease(): Release {
  const changelog = readFileSync(`${root}/CHANGELOG.md`, 'utf8')
  const [, version = '', commit = ''] = /^## \[(\d+\.\d+\.\d+)\].*\n+Commit `([0-9a-f]+)`/m.exec(changelog) ?? []
  return { version, commit }
}

/** Tells whether the history has the release: a shallow clone has not. */
export const hasRelease = ({ commit }: Release): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0

async function must(command: string, words: string[], cwd = root): Promise<void> {
  const { code, output } = await run(command, words, { quiet: true, cwd })
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} failed: ${output}`)
}

type Packages = Readonly<Record<string, { readonly version?: string; readonly link?: boolean }>>
const packagesOf = (folder: string) =>
  (JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')) as { packages: Packages }).packages

/** Links the packages of this version where they are those of the release, and installs them elsewhere. */
async function addPackages(folder: string): Promise<void> {
  const own = packagesOf(root)
  const isSame = Object.entries(packagesOf(folder)).every(
    ([path, { version }]) => !path.includes('node_modules/') || own[path]?.version === version
  )
  if (!isSame) return must('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], folder)
  const modules = join(root, 'node_modules')
  const workspaces = '@customer-center'
  mkdirSync(join(folder, 'node_modules', workspaces), { recursive: true })
  for (const name of readdirSync(modules))
    if (name !== workspaces) symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  // The links to the workspaces are relative, and lead to those of the release there.
  for (const name of readdirSync(join(modules, workspaces)))
    symlinkSync(readlinkSync(join(modules, workspaces, name)), join(folder, 'node_modules', workspaces, name))
  for (const name of readdirSync(folder))
    if (existsSync(join(root, name, 'node_modules')))
      symlinkSync(join(root, name, 'node_modules'), join(folder, name, 'node_modules'))
}

/** Builds a release from the history, once; returns its folder. */
export async function buildRelease({ commit }: Release): Promise<string> {
  const folder = join(root, '.cache/releases', commit)
  if (existsSync(join(folder, '.cache/build-stamp'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await must('sh', ['-c', `git archive ${commit} | tar -x -C ${folder}`])
  await addPackages(folder)
  await must(process.execPath, ['scripts/build.ts'], folder)
  return folder
}

/**
 * Copies the files of the elements whose names have a hash from one build beside those of another, as a page may ask
 * each server for the rest of what the other one has given it. Returns what takes them away again.
 */
export function shareChunks(from: string, to: string): () => void {
  const [source, target] = [from, to].map((folder) => join(folder, 'elements/dist/chunks')) as [string, string]
  const names = readdirSync(source).filter((name) => !existsSync(join(target, name)))
  for (const name of names) cpSync(join(source, name), join(target, name))
  return () => {
    for (const name of names) rmSync(join(target, name))
  }
}
