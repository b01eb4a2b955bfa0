import { describeField, emailField, matchingField, ownField, requiredField } from './import-field.ts'

/** Limit of an image: a larger one is slow to send and to typeset, since each letter has a logo and a signature. */
export const maxImageLength = 400_000

/** A data URL, with the type and the base64 as groups. */
export const imagePattern = /^data:image\/(svg\+xml|png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

const image = () =>
  describeField(
    matchingField(ownField('text', maxImageLength), imagePattern, 'must be a data URL of an SVG, PNG or JPEG image.'),
    'Data URL of an SVG, PNG or JPEG image, at most 300 kB'
  )

/** The provider's one row, by member. */
export const providerImport = () => ({
  name: requiredField(ownField('text', 200), 'As the register has it'),
  street: ownField('text', 100),
  plz: ownField('text', 10),
  place: ownField('text', 100),
  phoneNumber: ownField('text', 50),
  emailAddress: emailField(ownField('text', 254)),
  homePage: ownField('text', 200),
  uidNr: ownField('text', 20),
  registerNo: describeField(ownField('text', 50), 'In business mails, with registerCourt'),
  bank: ownField('text', 100),
  iban: ownField('text', 34),
  bic: ownField('text', 11),
  tradeName: describeField(ownField('text', 200), 'What customers know you as, if not by name'),
  claim: describeField(ownField('text', 200), 'The line below the name'),
  country: ownField('text', 100),
  registerCourt: ownField('text', 100),
  signatory: describeField(ownField('text', 100), 'Who signs letters; without it none is made'),
  signatoryRole: ownField('text', 100),
  colour: describeField(
    matchingField(ownField('text', 7), /^#[0-9a-f]{6}$/i, 'must be a colour as #rrggbb.'),
    'Of letters, mails and pages, as #rrggbb; legible on white'
  ),
  logo: image(),
  signature: image()
})
