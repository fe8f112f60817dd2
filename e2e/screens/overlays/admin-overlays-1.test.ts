import { testOverlays } from '../screens.ts'

testOverlays(['admin'], { part: 1, of: 2 })
