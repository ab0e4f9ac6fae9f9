/** A mistake the operator can fix, such as a bad setting or a taken port. Programs print its message without a stack. */
export class StartupError extends Error {}
