import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../scripts/lib/run.ts'
import { freePort } from '../../testing/free-port.ts'
import { findProgram } from '../../testing/server/postgres-binaries.ts'
import type { Trial } from '../trial/trial.ts'
import { lacksForComposition, type Programs, type ProgramSettings, startComposition } from './composition.ts'
import { logInFirst } from './first-login.ts'
import { lacksForMachine } from './machine.ts'

const script = `${root}/ops/docker/build-without-registry.sh`

function buildah(...args: string[]): string {
  const env = { ...process.env, STORAGE_DRIVER: 'vfs' }
  return execFileSync('buildah', args, { env, encoding: 'utf8' }).trim()
}

/** What the image says about its containers. */
interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly Healthcheck: { readonly Test: readonly string[] }
}

// As a container: the image's files can only be read, but for /data and /tmp; the user is the image's, without rights.
const inside = `
root=$1 data=$2 user=$3 folder=$4; shift 4
mount --bind "$root" "$root"
chown "$user" "$data"
mount --bind "$data" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs chroot --userspec="$user" "$root" /usr/bin/env -i -C "$folder" "$@"`

/** Starts a command in a container on the files of the image, in the network of this machine. */
function contain(
  files: string,
  config: ImageConfig,
  command: readonly string[],
  settings: ProgramSettings
): ChildProcess {
  const { DATA_FOLDER = '', ...others } = settings
  const apart = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private']
  const env = [...config.Env, ...Object.entries({ ...others, HOST: '127.0.0.1' }).map((pair) => pair.join('='))]
  const words = [files, DATA_FOLDER, config.User, config.WorkingDir, ...env, ...command]
  return spawn('unshare', [...apart, 'sh', '-euc', inside, 'sh', ...words], { stdio: ['ignore', 'inherit', 'inherit'] })
}

async function codeOf(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

function programsOf(files: string, config: ImageConfig): Programs {
  const run = (command: readonly string[], settings: ProgramSettings) => contain(files, config, command, settings)
  return {
    async start(program, settings) {
      const isServer = program === 'main'
      const child = run(isServer ? config.Cmd : ['node', `server/dist/programs/${program}.js`], settings)
      const [, ...health] = config.Healthcheck.Test
      const isHealthy = async () => (await codeOf(run(health, settings))) === 0
      for (let isUp = !isServer; !isUp; isUp = await isHealthy()) {
        if (child.exitCode !== null) throw new Error(`The image's ${program} ended with ${child.exitCode}.`)
        await wait(250)
      }
      return {
        async end() {
          // unshare passes no signal on to the first process of the container.
          const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
          process.kill(Number(first), 'SIGTERM')
          await codeOf(child)
        }
      }
    },
    async command(words, settings) {
      const code = await codeOf(run(['node', 'server/dist/programs/provider.js', ...words], settings))
      if (code !== 0) throw new Error(`${words[0]} ended with ${code}.`)
    }
  }
}

export const image: Trial = {
  name: 'Containers: the image is built without a registry, and two servers and a worker run from it; a first login that fails',
  missing: () => lacksForMachine() ?? lacksForComposition() ?? (findProgram('buildah') ? undefined : 'buildah'),
  async run() {
    const name = execFileSync('sh', [script], { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' }).trim()
    const container = buildah('from', name)
    try {
      const inspected = JSON.parse(buildah('inspect', '--type', 'image', name)) as { Docker: { config: ImageConfig } }
      const { config } = inspected.Docker
      if (config.User.startsWith('0') || config.User.startsWith('root')) throw new Error('The image runs as root.')
      const composition = await startComposition(programsOf(buildah('mount', container), config), await freePort())
      await logInFirst(composition.link, composition.certificate)
      await composition.stop()
    } finally {
      buildah('rm', container)
      execFileSync('sh', [script, 'remove'])
    }
    return { tried: 1, broken: 0 }
  }
}
