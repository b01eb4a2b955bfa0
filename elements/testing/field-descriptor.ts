/** A field of a form as a shop's list describes it. */
export const fieldDescriptor = <Label extends string | null>(
  constName: string,
  fieldDescription: Label,
  more = {}
) => ({
  displayMode: 1,
  constName,
  fieldDescription,
  requiredField: false,
  readOnly: false,
  ...more
})
