import { z } from 'zod'
import { compareFields, customerFields, getCustomer, saveCustomer } from './customer.ts'
import type { NewForm } from './field.fields.ts'
import { changedAt, choiceKeys, described, email, externalId, immutable, required, textFields } from './import-field.ts'
import { defineEndpoint, resFields, rowSchema, writeSchema } from './schema.ts'

const { number, emailAddress, ...texts } = textFields(customerFields)

/** A row of a provider, by member. */
export const customersImport = {
  externalId,
  id: immutable(customerFields.id, 'Number of the company, or of a private customer, as a person'),
  number: immutable(number, 'The customer number of logins and letters; the id where it is left out'),
  pvaid: described(customerFields.pvaid, 'Passed on to the elements'),
  ...texts,
  ...choiceKeys(compareFields),
  lastName: required(customerFields.lastName, 'The name of the company, or a private customer’s last name'),
  emailAddress: email(emailAddress),
  changedAt
} as const

export const newCustomerForm: NewForm<keyof typeof customerFields> = {
  shown: [
    'number',
    'lastName',
    'additionalName',
    'street',
    'plz',
    'place',
    'emailAddress',
    'phoneNumber',
    'teleFax',
    'uidNr',
    'homePage'
  ],
  required: ['lastName', 'street', 'plz', 'place', 'emailAddress'],
  readOnly: ['number'],
  hidesOthers: true
}

const row = rowSchema(customerFields)

export const getCustomerSchema = defineEndpoint(getCustomer, 'The company of the session', row, {
  query: z.object(resFields)
})
export const saveCustomerSchema = defineEndpoint(saveCustomer, 'Changes the company', row, { body: writeSchema })
