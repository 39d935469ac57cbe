// The page has this form alone. Not by requestSubmit(): people who come back to the page can send it again by the button.
document.forms[0].submit();
