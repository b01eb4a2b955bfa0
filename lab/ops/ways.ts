import type { Trial, TrialRoom } from '../trial/trial.ts'
import { image } from './image.ts'
import { lacksForMachine, makeMachine } from './machine.ts'
import { services } from './services.ts'

const tryIt: Trial = {
  name: 'A try: from an empty Debian by `sh ops/try.sh`, with all packages fetched; a first login that fails',
  missing: lacksForMachine,
  async run() {
    const machine = makeMachine()
    try {
      await machine.run('cd /opt/customer-center\nsh ops/try.sh --check')
    } finally {
      machine.remove()
    }
    return { tried: 1, broken: 0 }
  }
}

/** The ways of docs/operations/install.md from nothing to the first login, each of which throws if there is none. */
export const ways: TrialRoom = {
  trials: { try: tryIt, services, image },
  table: ['operations/install.md', 'ways']
}
