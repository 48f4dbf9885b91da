import './mantine-signed-in.css';
// Papers are not covered, but who uses them uses this browser.
import './lock/idle-lock.ts';

/** Around every page of a signed-in user, with the style sheets that the login does without. */
export { Outlet as SignedIn } from '@tanstack/react-router';
