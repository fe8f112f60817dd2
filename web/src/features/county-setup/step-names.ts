// Apart from what is known of each step: the code of every visit holds the routes, and these names with them.
export const setupSteps = ['file', 'tables', 'columns', 'uses', 'check', 'import'] as const
export type SetupStep = (typeof setupSteps)[number]
