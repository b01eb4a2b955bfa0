/**
 * The error for a failure that only the operator can end. Its message is one English sentence, and a program prints it
 * without a stack.
 */
export class OperatorError extends Error {
  /** The exit code of a program that ends with it. */
  readonly exitCode: number = 1
}

/** The error for a call of a program in a way that it does not know. */
export class UsageError extends OperatorError {
  override readonly exitCode = 2
}
