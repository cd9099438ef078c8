throw new Error('there is no room');
