import { createFileRoute } from '@tanstack/react-router'
import { LegalScreen } from '../features/legal/legal-screen.tsx'
import { legalDocument } from '../features/legal/terms.md'

export const Route = createFileRoute('/terms')({ component: () => <LegalScreen {...legalDocument} /> })
