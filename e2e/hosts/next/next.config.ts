import { dirname } from 'node:path'
import type { NextConfig } from 'next'

// The folder is in another project, whose lock file Next would take for this app's. The shop's login is beside it.
export default { turbopack: { root: dirname(import.meta.dirname) } } satisfies NextConfig
