import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/lib/run.ts'
import { findProgram } from '../../testing/server/postgres-binaries.ts'

type Settings = Readonly<Record<string, string>>

/** An empty Debian in a folder, with the last commit of this repository in /opt/customer-center and the network of this machine. */
export interface Machine {
  readonly folder: string
  /** The variables of its scripts. */
  readonly env: Settings
  /**
   * Runs a script of a shell as root.
   *
   * @throws Error with its output if it fails
   */
  readonly run: (script: string) => Promise<void>
  /** Boots systemd, which `run` must have installed; the returned function halts it. */
  readonly boot: () => () => Promise<void>
  readonly remove: () => void
}

const archive = `${root}/.cache/debian.tar`
/** The page has a folder with a version, and a link to it. */
const place = 'opt/customer-center-checkout'

/** Names what this machine lacks for another one in a folder. */
export function lacksForMachine(): string | undefined {
  if (process.getuid?.() !== 0) return 'root, who changes into the folder of another Debian'
  const missing = ['debootstrap', 'systemd-nspawn'].filter((name) => !findProgram(name))
  return missing.length > 0 ? missing.join(' and ') : undefined
}

/** Makes a machine; the packages of Debian's base are fetched once. */
export function makeMachine(): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'customer-center-machine-'))
  if (existsSync(archive)) execFileSync('tar', ['--extract', '--file', archive, '--directory', folder])
  else fetchDebian(folder)
  // The folder is the machine's root, which all of its users read.
  chmodSync(folder, 0o755)
  const trusted = process.env['NODE_EXTRA_CA_CERTS']
  // npm's registry may be reached by a certificate of this machine.
  if (trusted) copyInto(folder, trusted)
  // The installer of Debian writes it.
  if (!existsSync(join(folder, 'etc/hosts'))) writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n')
  mkdirSync(join(folder, place), { recursive: true })
  const clone = ['clone', '--quiet', '--depth=1', `file://${root}`, join(folder, place)]
  execFileSync('git', clone)
  symlinkSync('customer-center-checkout', join(folder, 'opt/customer-center'))
  const env = {
    HOME: '/root',
    LANG: 'C.UTF-8',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    npm_config_registry: execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim(),
    ...(trusted && { NODE_EXTRA_CA_CERTS: trusted, npm_config_cafile: trusted })
  }
  return {
    folder,
    env,
    run: (script) => ended(contain(folder, env, ['--as-pid2', '/bin/sh', '-euc', script])),
    boot() {
      const child = contain(folder, env, ['--boot'])
      const end = ended(child)
      return async () => {
        child.kill('SIGTERM')
        await end
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}

/** Fetches Debian of this machine's version and keeps it. */
function fetchDebian(folder: string): void {
  const release = execFileSync('sh', ['-c', '. /etc/os-release; echo "$VERSION_CODENAME"'], { encoding: 'utf8' }).trim()
  const targets = ['indextargets', '--format', '$(REPO_URI)', `Codename: ${release}`]
  const source = execFileSync('apt-get', targets, { encoding: 'utf8' }).split('\n', 1)[0] ?? ''
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', release, folder, source])
  mkdirSync(dirname(archive), { recursive: true })
  execFileSync('tar', ['--create', '--file', archive, '--directory', folder, '.'])
}

function copyInto(folder: string, path: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  copyFileSync(path, join(folder, path))
}

/** Starts systemd-nspawn on a machine's folder, with the network of this machine. */
function contain(folder: string, env: Settings, args: readonly string[]): ChildProcess {
  // Without systemd on this machine, nobody keeps a list of containers.
  const alone = existsSync('/run/systemd/system') ? [] : ['--register=no', '--keep-unit']
  const variables = Object.entries(env).map(([name, value]) => `--setenv=${name}=${value}`)
  const where = ['--quiet', '--directory', folder, '--resolv-conf=replace-host']
  return spawn('systemd-nspawn', [...where, ...alone, ...variables, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Waits for the end, and shows the last lines of the output. */
async function ended(child: ChildProcess): Promise<void> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The machine ended with ${code}:\n${output.slice(-4000)}`)
  for (const line of output.trim().split('\n').slice(-3)) console.log(`  ${line}`)
}
