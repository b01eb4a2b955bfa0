/** A failure that only the operator can end. Its message is one English sentence, and a program prints it without a stack. */
export class OperatorError extends Error {}
