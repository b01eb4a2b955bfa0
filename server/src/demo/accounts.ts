import type { RightName } from '@customer-center/contract/rights'

export interface DemoAccount {
  readonly customerNumber: string
  /** The e-mail address. */
  readonly userName: string
  readonly password: string
  readonly right: RightName
  /** The customer's name. */
  readonly company: string
}

// Well known, so demo data is only ever written when asked for.
export const demoPassword = 'Donauraum-2026'

function accountsOf(customerNumber: string, company: string, users: Partial<Record<RightName, string>>): DemoAccount[] {
  return Object.entries(users).map(([right, userName]) => ({
    customerNumber,
    userName,
    password: demoPassword,
    right: right as RightName,
    company
  }))
}

/** Who can log in to the demo shop; the right none is there to show that it cannot. */
export const demoAccounts: readonly DemoAccount[] = [
  ...accountsOf('20417', 'Brenner & Kollegen Steuerberatung GmbH', {
    admin: 'katharina.brenner@brenner-kollegen.example',
    shopfull: 'stefan.oberhofer@brenner-kollegen.example',
    contact: 'magdalena.oellinger-groessing@brenner-kollegen.example',
    shoplight: 'zeljko.simunovic@brenner-kollegen.example',
    none: 'robin.aschauer@brenner-kollegen.example'
  }),
  ...accountsOf('20583', 'Hochbau Lindner AG', {
    admin: 'martin.lindner@hochbau-lindner.example',
    shopfull: 'petra.woeginger@hochbau-lindner.example',
    contact: 'thomas.kaltenboeck@hochbau-lindner.example',
    shoplight: 'julia.strauss@hochbau-lindner.example',
    none: 'franz.muehlboeck@hochbau-lindner.example'
  }),
  ...accountsOf('20919', 'Café Morgenrot e.U.', { admin: 'zoe.uebelhoer-weissenboeck@cafe-morgenrot.example' })
]
