import type { AdminStep, FirstSteps } from '@dooryard/contract/identity/first-steps'
import { createHash } from '../../../ui/hooks/use-open-by-hash.ts'
import { FirstStepsPanel, type StepDetails } from './first-steps.tsx'

const details = {
  IMPORT_COUNTY: {
    title: 'Add a county',
    text: 'Required before anyone can search.',
    link: { to: '/portal/data/add' },
  },
  SET_PRICES: {
    title: 'Set your prices',
    text: 'Set credits per lead and the minimum order.',
    link: { to: '/portal/credit-settings' },
  },
  INVITE_USER: {
    title: 'Invite a user',
    text: 'They get an email to set their password.',
    link: { to: '/portal/users', hash: createHash },
  },
} satisfies Record<AdminStep, StepDetails>

/** The first steps of administrators. */
export const AdminFirstSteps = ({ steps }: Pick<FirstSteps, 'steps'>) => (
  <FirstStepsPanel steps={steps} details={details} />
)
