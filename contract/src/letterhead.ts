import { described, email, matching, own, required } from './import-field.ts'

/** Limit of an image: a larger one is slow to send and to typeset, since each letter has a logo and a signature. */
export const maxImageLength = 400_000

/** A data URL, with the type and the base64 as groups. */
export const imagePattern = /^data:image\/(svg\+xml|png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

const image = () =>
  described(
    matching(own('text', maxImageLength), imagePattern, 'must be a data URL of an SVG, PNG or JPEG image.'),
    'Data URL of an SVG, PNG or JPEG image, at most 300 kB'
  )

/** The provider's one row, by member. */
export const providerImport = () => ({
  name: required(own('text', 200), 'As the register has it'),
  street: own('text', 100),
  plz: own('text', 10),
  place: own('text', 100),
  phoneNumber: own('text', 50),
  emailAddress: email(own('text', 254)),
  homePage: own('text', 200),
  uidNr: own('text', 20),
  registerNo: described(own('text', 50), 'In business mails, with registerCourt'),
  bank: own('text', 100),
  iban: own('text', 34),
  bic: own('text', 11),
  tradeName: described(own('text', 200), 'What customers know you as, if not by name'),
  claim: described(own('text', 200), 'The line below the name'),
  country: own('text', 100),
  registerCourt: own('text', 100),
  signatory: described(own('text', 100), 'Who signs letters; without it none is made'),
  signatoryRole: own('text', 100),
  colour: described(
    matching(own('text', 7), /^#[0-9a-f]{6}$/i, 'must be a colour as #rrggbb.'),
    'Of letters, mails and pages, as #rrggbb; legible on white'
  ),
  logo: image(),
  signature: image()
})
