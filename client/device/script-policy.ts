import * as z from 'zod/mini';

// The page's policy forbids making code from text, which the schemas would try as they are built: so this is imported
// before them.
z.config({ jitless: true });
