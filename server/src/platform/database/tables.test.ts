import { expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'
import { tablesText } from '../../../../testing/server/tables-text.ts'

test('the types of the tables are those of a migrated database', async ({ db }) => {
  await expect(await tablesText(db)).toMatchFileSnapshot('tables.d.ts')
})
