import { dirname } from 'node:path'
import type { NextConfig } from 'next'

// The shop's login is beside the folder.
export default { turbopack: { root: dirname(import.meta.dirname) } } satisfies NextConfig
