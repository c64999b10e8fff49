package dev.samekey.steps.model.file;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import javax.xml.xpath.XPathFactoryConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * An XML document whose elements and attributes are found by XPath. A document type is refused, so that nothing outside of the
 * document is ever read.
 */
public record XmlText(String text) {
    private static final Pattern DECLARATION = Pattern.compile("\\A<\\?xml\\s.*?\\?>\\s*", Pattern.DOTALL);
    private static final Pattern ENCODING = Pattern.compile("encoding\\s*=\\s*[\"']([^\"']*)");

    /** Why the text is no XML document that can be sent; nothing where it is one. */
    public Optional<String> fault() {
        try {
            var unused = document();
        } catch (SAXParseException wrong) {
            String message = String.valueOf(wrong.getMessage());
            return Optional.of(
                    message.contains("DOCTYPE")
                            ? "has a document type, which is not read: leave <!DOCTYPE …> out"
                            : "is no XML: in its line " + wrong.getLineNumber() + ", " + message);
        } catch (SAXException wrong) {
            return Optional.of("is no XML: " + wrong.getMessage());
        }
        Matcher encoding = ENCODING.matcher(declaration());
        return encoding.find() && !encoding.group(1).equalsIgnoreCase("UTF-8")
                ? Optional.of("is sent in UTF-8, and says that it is in " + encoding.group(1))
                : Optional.empty();
    }

    /** Why an XPath does not find one element without elements, or one attribute; nothing where it does. */
    public Optional<String> fault(String path) {
        try {
            NodeList found = found(document(), path);
            if (found.getLength() != 1) {
                return Optional.of(
                        found.getLength() == 0
                                ? "finds nothing in the request's body" + hint()
                                : "finds " + found.getLength() + " nodes in the request's body, and should find one");
            }
            return isValue(found.item(0))
                    ? Optional.empty()
                    : Optional.of("finds an element that has elements: name the one that has the value");
        } catch (SAXException | XPathExpressionException wrong) {
            return Optional.of("is no XPath of an element or attribute such as /payment/amount or /payment/@currency");
        }
    }

    /** The text in the element or attribute that an XPath finds. */
    public String at(String path) {
        return node(document(path), path).getTextContent();
    }

    /** The same document with this text there. */
    public XmlText with(String path, String value) {
        Document document = document(path);
        node(document, path).setTextContent(value);
        return written(document);
    }

    /** The same document without the element or attribute. */
    public XmlText without(String path) {
        Document document = document(path);
        Node node = node(document, path);
        if (node instanceof Attr attribute) {
            attribute.getOwnerElement().removeAttributeNode(attribute);
        } else {
            node.getParentNode().removeChild(node);
        }
        return written(document);
    }

    /** All texts and values of attributes. */
    public List<String> values() {
        try {
            NodeList found =
                    (NodeList) xpath(document()).evaluate("//@* | //text()", document(), XPathConstants.NODESET);
            return java.util.stream.IntStream.range(0, found.getLength())
                    .mapToObj(i -> found.item(i).getNodeValue().strip())
                    .filter(value -> !value.isEmpty())
                    .toList();
        } catch (SAXException | XPathExpressionException noXml) {
            return List.of(text);
        }
    }

    /** A value as it stands in an element or an attribute. */
    public static String escaped(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&apos;");
    }

    private static boolean isValue(Node node) {
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child.getNodeType() == Node.ELEMENT_NODE) {
                return false;
            }
        }
        return node.getNodeType() == Node.ATTRIBUTE_NODE || node.getNodeType() == Node.ELEMENT_NODE;
    }

    private String hint() {
        return text.contains("xmlns=")
                ? ": an element of a default namespace is found as /*[local-name()='payment']/*[local-name()='amount']"
                : ": write an XPath such as /payment/amount";
    }

    private String declaration() {
        Matcher declaration = DECLARATION.matcher(text);
        return declaration.find() ? declaration.group() : "";
    }

    private Document document(String path) {
        try {
            Document document = document();
            if (found(document, path).getLength() == 1) {
                return document;
            }
        } catch (SAXException | XPathExpressionException wrong) {
            throw new IllegalArgumentException(path, wrong);
        }
        throw new IllegalArgumentException(path);
    }

    private static Node node(Document document, String path) {
        try {
            return found(document, path).item(0);
        } catch (XPathExpressionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private Document document() throws SAXException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setNamespaceAware(true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new Strict());
            return builder.parse(new InputSource(new StringReader(text)));
        } catch (ParserConfigurationException | IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static NodeList found(Document document, String path) throws XPathExpressionException {
        return (NodeList) xpath(document).evaluate(path, document, XPathConstants.NODESET);
    }

    private static XPath xpath(Document document) {
        try {
            XPathFactory factory = XPathFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            XPath xpath = factory.newXPath();
            xpath.setNamespaceContext(Prefixes.of(document));
            return xpath;
        } catch (XPathFactoryConfigurationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private XmlText written(Document document) {
        try {
            TransformerFactory factory = TransformerFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            Transformer transformer = factory.newTransformer();
            transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            StringWriter written = new StringWriter();
            transformer.transform(new DOMSource(document), new StreamResult(written));
            return new XmlText(declaration() + written);
        } catch (TransformerException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The prefixes that the document declares anywhere. */
    private record Prefixes(Map<String, String> names) implements NamespaceContext {
        static Prefixes of(Document document) {
            Map<String, String> names = new HashMap<>(Map.of("xml", XMLConstants.XML_NS_URI));
            NodeList elements = document.getElementsByTagName("*");
            for (int i = 0; i < elements.getLength(); i++) {
                NamedNodeMap attributes = elements.item(i).getAttributes();
                for (int j = 0; j < attributes.getLength(); j++) {
                    Node attribute = attributes.item(j);
                    if ("xmlns".equals(attribute.getPrefix())) {
                        names.putIfAbsent(attribute.getLocalName(), attribute.getNodeValue());
                    }
                }
            }
            return new Prefixes(names);
        }

        @Override
        public String getNamespaceURI(String prefix) {
            return names.getOrDefault(prefix, XMLConstants.NULL_NS_URI);
        }

        @Override
        public @Nullable String getPrefix(String uri) {
            return null;
        }

        @Override
        public Iterator<String> getPrefixes(String uri) {
            return List.<String>of().iterator();
        }
    }

    /** The usual one prints what it sees. */
    private static final class Strict implements ErrorHandler {
        @Override
        public void warning(SAXParseException unimportant) {}

        @Override
        public void error(SAXParseException wrong) throws SAXException {
            throw wrong;
        }

        @Override
        public void fatalError(SAXParseException wrong) throws SAXException {
            throw wrong;
        }
    }
}
