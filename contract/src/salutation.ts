/** Salutations of a contact (section 3). The placeholder is shown before a choice is made and is never sent. */
export const ContactSalutation = {
  placeholder: 'x',
  mister: 0,
  misses: 1,
  diverse: 2,
  notSpecified: 3,
  company: 10
} as const
/** Salutations of an invoice address, in the order of its form. */
export const InvoiceAddressSalutation = { company: 10, mister: 0, misses: 1 } as const
