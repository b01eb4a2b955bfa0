import { endpoints } from '@customer-center/contract/endpoints'
import { everyRight } from '@customer-center/contract/rights'
import { mayOpen } from '@customer-center/contract/routes'
import { authorized } from '../../server/src/testing/calls.ts'
import type { Attack } from './attack.ts'

export const rights: Attack = {
  name: 'Every call with every right and without a login; one answered to whom it is not for',
  async run({ url, newCompany }) {
    const { users } = await newCompany()
    let [tried, through] = [0, 0]
    for (const right of [...everyRight, null]) {
      for (const { endpoint } of endpoints) {
        const { access, method, path } = endpoint
        if (access === 'public') continue
        const isAllowed = right !== null && ('route' in access ? mayOpen(access.route, right) : access.includes(right))
        if (isAllowed) continue
        const headers = right === null ? {} : await authorized(url, users[right])
        const { status } = await fetch(`${url}/api${path}`, { method, headers })
        tried += 1
        // 404 is a feature that is switched off here.
        if (![401, 403, 404].includes(status)) through += 1
      }
    }
    return { tried, through }
  }
}
