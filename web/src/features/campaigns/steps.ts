export const steps = ['type', 'audience', 'review'] as const
export type Step = (typeof steps)[number]
