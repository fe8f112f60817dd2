import { testDesktopOverlays, testOverlays, testPhoneOverlays } from '../screens.ts'

testOverlays(['subscriber'])
testDesktopOverlays()
testPhoneOverlays()
