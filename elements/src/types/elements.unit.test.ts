import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { expectTypeOf, test } from 'vitest'
import type { ConfigOverrides } from './elements.ts'

test('a page can override each key of the runtime configuration, and no other', () => {
  expectTypeOf<ConfigOverrides>().toEqualTypeOf<Readonly<Partial<RuntimeConfig>>>()
})
