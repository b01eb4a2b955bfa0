import { type DemoAccount, demoAccounts } from '../../demo/accounts.ts'
import { createDemoTypesetter } from '../../demo/demo-typesetter.ts'
import { holdsDemo } from '../../demo/demo.repository.ts'
import { addLargeCompany, type LargeCompany } from '../../demo/large-company.ts'
import { makeDemo, seedDemo } from '../../demo/seed.ts'
import { imports } from '../../features.ts'
import { readConfig } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { openDatabase } from '../../platform/database/connection.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openStorage } from '../../platform/storage/storage.ts'

function line({ customerNumber, userName, password, right, company }: DemoAccount): string {
  return `  ${customerNumber}  ${userName}  ${password}  ${right}  ${company}\n`
}

/**
 * Writes the demo shop into an empty database.
 * @param size of a company that is added to the shop
 */
export async function writeDemo(size: LargeCompany | undefined): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  const storage = openStorage(config)
  try {
    const openLetters = async () => createDemoTypesetter(config)
    const [demo] = await Promise.all([makeDemo({ db: database.background, openLetters }), migrate(database.background)])
    const written = await seedDemo({ db: database.background, storage, imports }, demo)
    process.stdout.write(written ? 'The demo shop is written.\n' : 'The database is not empty: its data is kept.\n')
    if (written) process.stdout.write(demoAccounts.map(line).join(''))
    if (!size) return
    // An account with a well-known password has no place among a provider's real customers.
    if (!(await holdsDemo(database.background)))
      throw new OperatorError('The database holds no demo shop: nothing was added to it.')
    const letters = createDemoTypesetter(config)
    try {
      const account = await addLargeCompany({ db: database.background, storage, imports, letters }, size)
      process.stdout.write(`A large company was added:\n${line(account)}`)
    } finally {
      await letters.close()
    }
  } finally {
    storage.close()
    await database.close()
  }
}
