import { readConfig } from '../../server/dist/platform/config/config.js'
import { openDatabase } from '../../server/dist/platform/database/connection.js'
import { migrate } from '../../server/dist/platform/database/migrate.js'

// A process of its own for tests: opens and migrates the database of its environment, then writes a number of rows, and
// reports every write that the database has acknowledged. `refused` carries the sentence for the operator.
const {
  TEST_DATABASE_URL: databaseUrl = '',
  TEST_DATA_FOLDER: dataFolder = '',
  TEST_WRITES: writes = '0'
} = process.env

/** The process ends with the channel to the test: a write that nobody waits for must not keep it alive. */
const report = (message: object) => process.send?.(message) ?? false

try {
  const database = await openDatabase({ ...readConfig({}), databaseUrl, databasePool: 2, dataFolder })
  await migrate(database.background)
  report({ opened: true })
  for (let providerId = 1; process.connected && providerId <= Number(writes); providerId += 1) {
    await database.db.insertInto('providers').values({ provider_id: providerId, name: 'Anbieter' }).execute()
    report({ written: providerId })
  }
  if (process.connected) process.on('disconnect', () => void database.close())
  else await database.close()
} catch (error) {
  report({ refused: error instanceof Error ? error.message : 'unknown' })
  process.disconnect()
}
