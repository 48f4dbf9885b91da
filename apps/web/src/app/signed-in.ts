import './mantine-signed-in.css';

/** Around every page of a signed-in user, with the style sheets that the login does without. */
export { Outlet as SignedIn } from '@tanstack/react-router';
