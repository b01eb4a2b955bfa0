import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { readConfig, settingsFile } from './config.ts'

test('what init has written into the data folder is set, unless the environment says otherwise', async () => {
  const dataFolder = await newFolder()
  const least = (more: Record<string, string> = {}) =>
    readConfig({ DATA_FOLDER: dataFolder, ...more }).minimumPasswordLength
  expect(least()).toBe(6)
  writeFileSync(settingsFile(dataFolder), 'MINIMUM_PASSWORD_LENGTH=8\n')
  expect([least(), least({ MINIMUM_PASSWORD_LENGTH: '' }), least({ MINIMUM_PASSWORD_LENGTH: '12' })]).toEqual([
    8, 8, 12
  ])
})
