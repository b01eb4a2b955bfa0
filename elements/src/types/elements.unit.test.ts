import { expectTypeOf, test } from 'vitest'
import type { RouteName as KnownRoute } from '@customer-center/contract/routes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { ConfigOverrides, Route } from './elements.ts'
import type { FieldName } from './field-names.ts'

test('a page can override each key of the runtime configuration, and no other', () => {
  type Expected = Omit<RuntimeConfig, 'allowedRoutes' | 'fieldCodes' | 'passwordMinLength'> & {
    allowedRoutes: readonly KnownRoute[]
    fieldCodes: Readonly<Partial<Record<FieldName, string | false>>>
    // The elements read the number also from a text.
    passwordMinLength: number | string
  }
  expectTypeOf<ConfigOverrides>().branded.toEqualTypeOf<Readonly<Partial<Expected>>>()
  expectTypeOf<Route>().toEqualTypeOf<KnownRoute>()
})
