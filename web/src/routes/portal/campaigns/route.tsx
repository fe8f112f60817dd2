import { createFileRoute } from '@tanstack/react-router'
import { admit } from '../../../lib/guard.ts'

export const Route = createFileRoute('/portal/campaigns')({ beforeLoad: admit('ENTERPRISE_USER') })
