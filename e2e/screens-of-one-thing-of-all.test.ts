import { testScreensOfOneThing } from './screens.ts'

// Administrators see everybody's.
testScreensOfOneThing(['admin'])
