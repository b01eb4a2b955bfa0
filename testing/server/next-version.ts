// Makes a program of the server one of the next version, which has a migration more: see `nextVersion` of `process.ts`.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const migration = `
Object.assign(migrations, {
  '0002-next-version': {
    async up(db) {
      await sql\`alter table invoices add column next_version text\`.execute(db)
      await sql\`create index jobs_next_version on jobs (reason)\`.execute(db)
    },
    locks: {
      invoices: { lock: 'AccessExclusiveLock', readsAll: false },
      jobs: { lock: 'ShareLock', readsAll: true }
    }
  }
})`

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/platform/database/migrations.js')) return loaded
    return { ...loaded, source: readFileSync(new URL(url), 'utf8') + migration }
  }
})
