import { ensureBuilt } from './lib/build.ts'
import { startServer } from './lib/server.ts'

await ensureBuilt()

// A person who names a database or an address has something other in mind than a demo whose passwords are well known.
const ownSetup = ['DATABASE_URL', 'DATABASE_URL_FILE', 'HOST'].filter((name) => process.env[name])
const DEMO = process.env['DEMO'] ?? String(ownSetup.length === 0)
const { url, accounts, ended } = await startServer({ DEMO, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' })

if (accounts.length === 0)
  console.log(
    `\nThe server is at ${url}, without the demo${ownSetup.length > 0 ? ` (${ownSetup.join(', ')} is set)` : ''}`
  )
else printAccounts()
console.log('\nCtrl+C ends it; the data is kept.')

process.exitCode = await ended

function printAccounts() {
  const width = (key: 'customerNumber' | 'userName' | 'password') =>
    Math.max(...accounts.map((account) => account[key].length))
  console.log(`\nThe demo shop is at ${url}\n\nAccounts (customer number, user name, password, right, company):`)
  for (const { customerNumber, userName, password, right, company } of accounts) {
    console.log(
      `  ${customerNumber.padEnd(width('customerNumber'))}  ${userName.padEnd(width('userName'))}  ${password.padEnd(width('password'))}  ${right.padEnd(9)}  ${company}`
    )
  }
}
