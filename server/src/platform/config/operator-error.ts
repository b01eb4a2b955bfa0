/**
 * Error of a failure that only the operator can end. Its message is one English sentence, which a program prints
 * without a stack.
 */
export class OperatorError extends Error {
  readonly exitCode: number = 1
}

/** Error of a call with arguments that the program does not know. */
export class UsageError extends OperatorError {
  override readonly exitCode = 2
}
