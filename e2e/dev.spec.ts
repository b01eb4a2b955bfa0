import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../testing/free-port.ts'

const answers = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0
  )

/** Lists the processes that a process has started, and theirs. */
async function below(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = list.split(' ').filter(Boolean).map(Number)
  return [...children, ...(await Promise.all(children.map(below))).flat()]
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

// One after the other: the compilers of two write the same files.
test.describe.configure({ mode: 'default' })

const command = [process.execPath, 'scripts/boot.mjs', 'dev'] as const

/** The ways to start `npm run dev` and to end it. */
const ways = {
  SIGTERM: {
    program: command,
    end: (child: ChildProcess) => void child.kill('SIGTERM')
  },
  // A terminal sends the signal to all processes at once.
  'Ctrl+C': {
    program: ['script', '--quiet', '--command', command.join(' '), '/dev/null'],
    end: (child: ChildProcess) => void child.stdin?.write('\u0003')
  }
} as const

for (const [name, { program, end }] of Object.entries(ways))
  test(`npm run dev serves the shop with hot reload over the demo, and ${name} ends all that it started`, async () => {
    // The test takes twenty seconds on two cores that other tests use too.
    test.setTimeout(120_000)
    const folder = await mkdtemp(join(tmpdir(), 'customer-center-dev-'))
    // Vite takes the next one.
    const port = await freePort(2)
    const vite = `http://127.0.0.1:${port + 1}`
    const [file, ...args] = program
    const child = spawn(file, args, {
      env: { ...process.env, PORT: String(port), DATA_FOLDER: folder, LOG_LEVEL: 'error' },
      stdio: ['pipe', 'ignore', 'ignore']
    })
    const exit = once(child, 'exit') as Promise<[number | null]>
    let started: number[] = []
    try {
      await expect.poll(() => answers(`${vite}/api/getApiVersion`), { timeout: 90_000 }).toBe(200)
      expect(await (await fetch(`${vite}/`)).text()).toContain('/@vite/client')
      const element = await (await fetch(`${vite}/elements/customer-center.js`)).text()
      expect(element).toContain('/elements/src/')
      expect((await (await fetch(`${vite}/demo/accounts.json`)).json()) as unknown[]).not.toHaveLength(0)
      started = await below(child.pid ?? 0)
      expect(started.length).toBeGreaterThanOrEqual(3)
    } finally {
      end(child)
      await exit
    }
    await expect.poll(() => started.filter(lives)).toEqual([])
    expect([await answers(vite), await answers(`http://127.0.0.1:${port}/livez`)]).toEqual([0, 0])
    await rm(folder, { recursive: true, force: true })
  })
