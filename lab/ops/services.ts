import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../scripts/lib/run.ts'
import { startMailServer } from '../../testing/server/mail-server.ts'
import type { Trial } from '../trial/trial.ts'
import { linkIn, logInFirst } from './first-login.ts'
import { lacksForMachine, makeMachine, type Machine } from './machine.ts'

/** Reads the commands of the page's part about systemd. */
function readCommands(): string {
  const page = readFileSync(`${root}/docs/operations/install.md`, 'utf8')
  const [, part = ''] = page.split('\n## Services of systemd\n')
  const blocks = part.split('\n## ', 1)[0]?.matchAll(/^( *)```sh\n([^]*?)^ *```$/gm) ?? []
  return Array.from(blocks, ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), '')).join(
    ''
  )
}

const unit = `[Unit]
After=multi-user.target
[Service]
Type=oneshot
EnvironmentFile=/root/way.env
StandardOutput=file:/root/way.log
StandardError=inherit
ExecStart=/bin/sh -euxc '. /root/way.sh'
ExecStopPost=/bin/sh -c 'echo $EXIT_STATUS > /root/way.code'
[Install]
WantedBy=default.target
`

// The worker makes Typst ready to set letters; a unit that forbids what it needs says so.
const readLog = `
sleep 10
journalctl --quiet --output=cat --unit='customer-center-*' > /root/services.log`

/** Boots the machine with the commands as its last service, and waits until they have run. */
async function runCommands({ folder, run, boot, env }: Machine, commands: string): Promise<() => Promise<void>> {
  // A machine has systemd; the folder of debootstrap does not.
  await run('apt-get update -qq\nDEBIAN_FRONTEND=noninteractive apt-get install -y -qq systemd-sysv dbus >/dev/null')
  writeFileSync(join(folder, 'root/way.sh'), commands + readLog)
  writeFileSync(
    join(folder, 'root/way.env'),
    Object.entries(env)
      .map((pair) => `${pair.join('=')}\n`)
      .join('')
  )
  writeFileSync(join(folder, 'etc/systemd/system/way.service'), unit)
  await run('systemctl enable way.service')
  const halt = boot()
  const code = join(folder, 'root/way.code')
  while (!existsSync(code)) await wait(500)
  if (readFileSync(code, 'utf8').trim() === '0') return halt
  await halt()
  throw new Error(`The page's commands failed:\n${readFileSync(join(folder, 'root/way.log'), 'utf8').slice(-4000)}`)
}

export const services: Trial = {
  name: 'Services of systemd: the commands below on an empty Debian that boots, with all packages fetched; a first login that fails',
  missing: lacksForMachine,
  async run() {
    const machine = makeMachine()
    const mailServer = await startMailServer()
    const commands = readCommands()
      .replaceAll(/^SMTP_URL=.*$/gm, `SMTP_URL=${mailServer.url.href}`)
      // The page says that it ends with warnings.
      .replaceAll(/^customer-center check$/gm, 'customer-center check || [ $? = 3 ]')
    let halt: (() => Promise<void>) | undefined
    try {
      halt = await runCommands(machine, commands)
      const log = readFileSync(join(machine.folder, 'root/services.log'), 'utf8')
      if (!log.includes('"working"') || /"level":[56]0/.test(log)) throw new Error(`The services say:\n${log}`)
      const { mail } = await mailServer.mail(1)
      await logInFirst(linkIn(mail.text ?? ''), readFileSync(join(machine.folder, 'etc/haproxy/center.crt')))
    } finally {
      await halt?.()
      await mailServer.close()
      machine.remove()
    }
    return { tried: 1, broken: 0 }
  }
}
