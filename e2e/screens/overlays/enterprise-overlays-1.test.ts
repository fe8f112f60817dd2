import { testOverlays } from '../screens.ts'

testOverlays(['enterprise'], { part: 1, of: 2 })
