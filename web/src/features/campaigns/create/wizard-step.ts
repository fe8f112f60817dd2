export const steps = ['type', 'audience', 'suppression', 'review'] as const
export type Step = (typeof steps)[number]
