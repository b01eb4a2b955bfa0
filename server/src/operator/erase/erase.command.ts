import { z } from 'zod'
import { UsageError } from '../../platform/config/operator-error.ts'
import { companyOption } from '../../platform/operator/arguments.ts'
import { confirmOnTerminal, defineCommand } from '../../platform/operator/command.ts'
import type { Erased } from './erase-contact.ts'

interface EraseOptions {
  readonly providerId?: number
  readonly dryRun?: true
  readonly yes?: true
}

const done = { delete: 'deleted', anonymise: 'anonymised', keep: 'kept' }

function describeErasure({ steps, wasLastAdmin, elsewhere }: Erased): string {
  const lines = steps.map(({ table, action, rows, why }) => `${table}: ${rows} ${done[action]}${why && ` (${why})`}\n`)
  if (wasLastAdmin) lines.push('It is the last admin of its customer: give another contact the right admin.\n')
  lines.push('The name may also stand in:\n', ...elsewhere.map((place) => `- ${place}\n`))
  return lines.join('')
}

async function isAgreed(text: string): Promise<boolean> {
  const agreed = await confirmOnTerminal(text, 'Erase? It cannot be undone.')
  if (agreed === undefined)
    throw new UsageError('It cannot be undone: --yes says that it is meant, --dry-run what would be done.')
  return agreed
}

/** The erasure that the GDPR grants to persons. */
export const eraseCommand = defineCommand({
  configure: (parser) =>
    void parser
      .argument('<customer>', 'external ID or number of the customer')
      .argument('<contact>', 'external ID of the contact, its number, or COMPANY/PVAID')
      .option('--dry-run', 'say what would be deleted, anonymised and kept, and why')
      .option('--yes', 'do not ask')
      .addOption(companyOption),
  name: 'erase',
  input: z.object({
    customer: z.string(),
    contact: z.string(),
    providerId: z.int32().optional(),
    dryRun: z.boolean()
  }),
  async run(db, wanted, { config, contents }) {
    const { eraseContact } = await import('./erase-contact.ts')
    const { noteErasures } = await import('./erasures.ts')
    const erased = await eraseContact(db, wanted, config, (await contents()).personalData)
    if (!wanted.dryRun)
      await noteErasures(config, [{ providerId: erased.providerId, contactId: erased.contactId, at: new Date() }])
    return erased
  },
  eventOf: ({ dryRun }, { providerId, contactId }) =>
    dryRun ? undefined : { event: 'person-erased', person: `${providerId}/${contactId}` },
  async act({ ask, print }, customer: string, contact: string, options: EraseOptions) {
    const { dryRun = false, yes = false, ...given } = options
    const erase = (dry: boolean) => ask({ customer, contact, ...given, dryRun: dry })
    if (!dryRun && !yes && !(await isAgreed(describeErasure(await erase(true)))))
      throw new UsageError('Nothing was erased.')
    const erased = await erase(dryRun)
    const end = dryRun ? 'would be erased; nothing was written' : 'is erased'
    print(`${describeErasure(erased)}The contact ${erased.providerId}/${erased.contactId} ${end}.`, {
      ...erased,
      dryRun
    })
  }
})

export const eraseCommands = [eraseCommand]
