import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nodeArgs, root } from '../../scripts/lib/run.ts'
import { makeCertificate, withoutOpenssl } from '../../testing/server/certificate.ts'
import { findProgram } from '../../testing/server/postgres-binaries.ts'

const lacks = (program: string): boolean => findProgram(program) === undefined
const folder = `${root}/ops/systemd`
const units = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name))
const services = units.filter((name) => name.endsWith('.service'))

function scratch(): string {
  const made = mkdtempSync(join(tmpdir(), 'customer-center-installation-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(findProgram(program) ?? '', args, {
    env: { ...process.env, ...env },
    encoding: 'utf8'
  })
  return { status, output: stdout + stderr }
}

describe.skipIf(lacks('systemd-analyze'))('units of systemd', () => {
  test.each(services)('%s is exposed by at most 3 of 10', (unit) => {
    const { status, output } = run('systemd-analyze', [
      'security',
      '--offline=true',
      '--threshold=30',
      '--no-pager',
      join(folder, unit)
    ])
    expect([status, output.split('\n').at(-2)]).toEqual([0, expect.stringMatching(/exposure level .*: [0-3]\.\d OK/)])
  })

  test.each(units)('%s has no fault', (unit) => {
    const { output } = run('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', join(folder, unit)])
    expect(output).toBe('')
  })
})

test('the image and the units give Node the arguments of the npm commands, which load the contract as it was built', () => {
  for (const file of ['ops/docker/Dockerfile', 'ops/systemd/customer-center-.service.d/common.conf'])
    expect(readFileSync(`${root}/${file}`, 'utf8').replaceAll('"', '')).toContain(
      `NODE_OPTIONS=${nodeArgs.join(' ')}\n`
    )
  const code = `console.log(import.meta.resolve('@customer-center/contract/routes'))`
  const args = [...nodeArgs, '--input-type=module', '-e', code]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect(stdout.trim()).toBe(`file://${root}/contract/dist/routes.js`)
})

test('the steps of an upgrade bring the chunks of both versions into both folders, and what the build knows of the old one', () => {
  const page = readFileSync(`${root}/docs/operations/upgrade.md`, 'utf8')
  const [, block = ''] = /### The steps for the units\n[^]*?```sh\n([^]*?)```/.exec(page) ?? []
  const opt = scratch()
  const [old, made] = [`${opt}/customer-center-0.2.0/elements/dist`, `${opt}/customer-center-0.2.1/elements/dist`]
  for (const needed of [`${old}/chunks`, `${old}/.releases/0.2.0`, `${opt}/customer-center-0.2.1`])
    mkdirSync(needed, { recursive: true })
  for (const file of ['chunks/old.js', 'chunks/both.js', '.releases/0.2.0/loader.js', '.builds.json'])
    writeFileSync(`${old}/${file}`, 'old')
  symlinkSync('customer-center-0.2.0', `${opt}/customer-center`)
  const build = ['new.js', 'both.js'].map((name) => `printf new > elements/dist/chunks/${name}`).join('\n')
  const steps = block.split('\n').filter((line) => /^cd |elements\/dist|^npm run build$/.test(line))
  expect(steps).toHaveLength(5)
  const commands = steps.join('\n').replaceAll('/opt/', `${opt}/`).replace('npm run build', build)
  expect(run('sh', ['-e', '-c', commands])).toEqual({ status: 0, output: '' })
  const filesOf = (dist: string) =>
    Object.fromEntries(
      readdirSync(dist, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [relative(dist, file), readFileSync(file, 'utf8')])
    )
  const hidden = { '.builds.json': 'old', '.releases/0.2.0/loader.js': 'old' }
  const chunks = { 'chunks/old.js': 'old', 'chunks/new.js': 'new' }
  expect(filesOf(made)).toEqual({ ...hidden, ...chunks, 'chunks/both.js': 'new' })
  expect(filesOf(old)).toEqual({ ...hidden, ...chunks, 'chunks/both.js': 'old' })
})

test('the commands of an installation open settings, data, backups and the files of an ERP to nobody else', () => {
  const page = readFileSync(`${root}/docs/operations/install.md`, 'utf8')
  const lines = Array.from(page.matchAll(/^ +(install -(?!.* \/usr\/).*)$/gm), ([, line = '']) => line)
  const machine = scratch()
  for (const place of ['etc/haproxy', 'var/lib', 'var/backups', 'srv', 'root'])
    mkdirSync(join(machine, place), { recursive: true })
  writeFileSync(join(machine, 'root/key.txt'), '')
  // The users of the page are not there.
  const commands = lines.map((line) => line.replaceAll(/ -[og] \S+/g, '').replaceAll(/ (?=\/(?!dev))/g, ` ${machine}`))
  expect(run('sh', ['-e', '-c', ['umask 022', ...commands].join('\n')])).toEqual({ status: 0, output: '' })
  const modes = lines.flatMap((line) =>
    Array.from(line.matchAll(/ (\/(?!dev|root)\S+)/g), ([, path = '']) => [
      path,
      statSync(machine + path).mode & 0o7777
    ])
  ) as [string, number][]
  expect(modes.length).toBeGreaterThan(7)
  expect(modes.filter(([, mode]) => (mode & 0o007) !== 0)).toEqual([])
  const settings = modes.filter(([path]) => path.startsWith('/etc/customer-center'))
  expect(settings.map(([, mode]) => mode)).toEqual([0o750, 0o640, 0o640])
  for (const line of lines.filter((one) => one.includes('/etc/customer-center')))
    expect(line).toContain(' -o root -g customer-center ')
})

test('the unit of backups deletes old backups, and nothing else that lies beside them', () => {
  const unit = readFileSync(join(folder, 'customer-center-backup.service'), 'utf8')
  const [, command = ''] = /^ExecStartPost=(.*)$/m.exec(unit) ?? []
  const backups = scratch()
  const old = new Date(Date.now() - 31 * 86_400_000)
  const add = (name: string, time: Date, hasList = true) => {
    mkdirSync(join(backups, name, 'tables'), { recursive: true })
    if (hasList) writeFileSync(join(backups, name, 'manifest.json'), '{}')
    utimesSync(join(backups, name), time, time)
  }
  add('2026-01-01T02-30-00.000Z', old)
  const kept = ['2026-02-01T02-30-00.000Z', 'customer-data', 'unfinished-7-1', '2026-01-01', '2026-01-01T02-30-00.001Z']
  for (const [index, name] of kept.entries()) add(name, index === 0 ? new Date() : old, index < 4)
  writeFileSync(join(backups, 'erased'), '')
  utimesSync(join(backups, 'erased'), old, old)
  const done = run('sh', ['-c', command], { BACKUP_FOLDER: backups, BACKUP_DAYS: '30' })
  expect(done).toEqual({ status: 0, output: '' })
  expect(readdirSync(backups).toSorted()).toEqual([...kept, 'erased'].toSorted())
})

/** Reads the seconds after a word of a file. */
const secondsOf = (file: string, word: RegExp): number[] =>
  Array.from(readFileSync(file, 'utf8').matchAll(word), ([, seconds]) => Number(seconds))

test('a server has more time to end than its drain and a storage that hangs take, and so does the image', () => {
  const unit = join(folder, 'customer-center-server@.service')
  const compose = `${root}/ops/compose/compose.yaml`
  const longest = 16
  for (const [file, drain, stop] of [
    [unit, /DRAIN_SECONDS=(\d+)/g, /TimeoutStopSec=(\d+)/g],
    [compose, /DRAIN_SECONDS: '(\d+)'/g, /stop_grace_period: (\d+)s/g]
  ] as const)
    expect(Math.min(...secondsOf(file, stop))).toBeGreaterThan(Math.max(...secondsOf(file, drain)) + longest)
})

test.skipIf(lacks('haproxy') || withoutOpenssl)('HAProxy takes its configuration without a warning', () => {
  const made = scratch()
  const { key, cert } = makeCertificate(made, 'center', 'DNS:localhost')
  writeFileSync(join(made, 'proxy.pem'), Buffer.concat([cert, key]))
  const { status, output } = run('haproxy', ['-c', '-q', '-f', `${root}/ops/haproxy/haproxy.cfg`], {
    HTTP_ADDRESS: ':80',
    HTTPS_ADDRESS: ':443',
    CERTIFICATE: join(made, 'proxy.pem'),
    SERVER_ONE: '127.0.0.1:3000',
    SERVER_TWO: '127.0.0.1:3001'
  })
  expect([status, output]).toEqual([0, ''])
})

test.skipIf(lacks('docker-compose'))('the compose file keeps to the specification of compose', () => {
  const made = scratch()
  writeFileSync(join(made, '.env'), 'DATABASE_PASSWORD=secret\n')
  copyFileSync(`${root}/ops/haproxy/haproxy.cfg`, join(made, 'haproxy.cfg'))
  // Debian's docker-compose knows the specification of 2021, which had no name yet.
  const file = readFileSync(`${root}/ops/compose/compose.yaml`, 'utf8').replace(/^name: .*$/m, '')
  writeFileSync(join(made, 'compose.yaml'), file)
  const { status, output } = run('docker-compose', [
    '--project-directory',
    made,
    '-f',
    join(made, 'compose.yaml'),
    'config',
    '--quiet'
  ])
  expect([status, output]).toEqual([0, ''])
})

test.each(['haproxy.cfg', 'database.cfg'])('docs/operations/high-availability.md has the whole of %s', (name) => {
  const page = readFileSync(`${root}/docs/operations/high-availability.md`, 'utf8')
  expect(page).toContain(`\`\`\`\n${readFileSync(`${root}/ops/haproxy/${name}`, 'utf8')}\`\`\`\n`)
})
