import { ensureBuilt } from './lib/build.mjs'
import { startServer } from './lib/server.mjs'

await ensureBuilt()

const { url, accounts, ended } = await startServer({ DEMO: 'true', LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' })

const width = (/** @type {'customerNumber' | 'userName' | 'password'} */ key) =>
  Math.max(...accounts.map((account) => account[key].length))
console.log(`\nThe demo shop is at ${url}\n\nAccounts (customer number, user name, password, right, company):`)
for (const { customerNumber, userName, password, right, company } of accounts) {
  console.log(
    `  ${customerNumber.padEnd(width('customerNumber'))}  ${userName.padEnd(width('userName'))}  ${password.padEnd(width('password'))}  ${right.padEnd(9)}  ${company}`
  )
}
console.log('\nCtrl+C ends it; the data is kept.')

process.exitCode = await ended
